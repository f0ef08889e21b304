# Branchline as a container: `docker build -t branchline . && docker run -p 8000:8000 -v tables:/data branchline`
# For PostgreSQL: `-e BRANCHLINE_DATABASE=postgresql://user:password@host/branchline` instead of the volume.

FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
# the build hook brings Node along as a wheel and compiles the pages; nothing of it reaches the next stage
RUN pip wheel --no-cache-dir --wheel-dir /wheels -c constraints.txt ".[notify]"

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels "branchline[notify]" && rm -rf /wheels \
    && useradd --create-home branchline && mkdir /data && chown branchline /data
USER branchline
ENV BRANCHLINE_DATABASE=/data/tables.db BRANCHLINE_HOST=0.0.0.0
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
    CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=4)"
CMD ["branchline", "serve", "--no-browser"]
