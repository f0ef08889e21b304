// Soft sounds, made here: a bell for your turn, a knock on wood for a refusal, paper and a small bell for a point.

export type Loudness = "off" | "quiet" | "normal";
export type Sound = "turn" | "refusal" | "point";

/** A part of a sound: a tone, or noise around a pitch, that begins at once and dies away. */
export interface Voice {
  noise: boolean;
  pitch: number; // Hz; of noise the middle of what is let through
  after: number; // seconds
  length: number; // seconds until it is gone
  loud: number; // 1 is all that there is
}

const SHARE: Record<Loudness, number> = { off: 0, quiet: 0.35, normal: 1 };

const tone = (pitch: number, after: number, length: number, loud: number): Voice => ({
  noise: false,
  pitch,
  after,
  length,
  loud,
});
const noise = (pitch: number, after: number, length: number, loud: number): Voice => ({
  ...tone(pitch, after, length, loud),
  noise: true,
});
/** The partials of a bell are not whole multiples, and the high ones die first. */
const bell = (pitch: number, after: number, loud: number): Voice[] => [
  tone(pitch, after, 1.1, loud),
  tone(pitch * 2.76, after, 0.5, loud * 0.4),
  tone(pitch * 5.4, after, 0.2, loud * 0.15),
];

const SOUNDS: Record<Sound, Voice[]> = {
  turn: [...bell(659, 0, 0.1), ...bell(880, 0.16, 0.08)],
  refusal: [
    noise(420, 0, 0.07, 0.16),
    tone(170, 0, 0.12, 0.12),
    noise(380, 0.13, 0.07, 0.1),
    tone(150, 0.13, 0.12, 0.08),
  ],
  point: [noise(5200, 0, 0.1, 0.04), ...bell(1175, 0.06, 0.06)],
};

export function voices(what: Sound, loudness: Loudness): Voice[] {
  const share = SHARE[loudness];
  return share ? SOUNDS[what].map((voice) => ({ ...voice, loud: voice.loud * share })) : [];
}

let audio: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

function hiss(context: AudioContext): AudioBufferSourceNode {
  if (!rustle) {
    rustle = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const samples = rustle.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  source.buffer = rustle;
  return source;
}

export function play(what: Sound, loudness: Loudness): void {
  const parts = voices(what, loudness);
  // browsers are silent until one has touched the page
  if (!parts.length || !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const { noise, pitch, after, length, loud } of parts) {
    const [at, gain] = [audio.currentTime + after, audio.createGain()];
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(audio.destination);
    if (noise) {
      const [source, band] = [hiss(audio), audio.createBiquadFilter()];
      band.type = "bandpass";
      band.frequency.value = pitch;
      source.connect(band).connect(gain);
      source.start(at);
      source.stop(at + length);
    } else {
      const source = audio.createOscillator();
      source.frequency.value = pitch;
      source.connect(gain);
      source.start(at);
      source.stop(at + length);
    }
  }
}
