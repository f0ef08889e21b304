def judge(data): return []
