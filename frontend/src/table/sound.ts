// A small tick when something has happened, and a second one when it is your turn.

let audio: AudioContext | null = null;

export function tick(yours: boolean): void {
  if (!navigator.userActivation.hasBeenActive) return; // browsers are silent until one has touched the page
  audio ??= new AudioContext();
  for (const [pitch, after] of yours ? [[660, 0] as const, [880, 0.12] as const] : [[440, 0] as const]) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + after;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.08, at);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.12);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.13);
  }
}
