// Short, soft sounds, made here: nothing is loaded.

export type Sound = 'card' | 'turn' | 'tick' | 'won' | 'lost' | 'refused';

/** How loud, from 0 to 1; asked each time, so that a setting works at once. */
type Volume = () => number;

let context: AudioContext | null = null;
let volume: Volume = () => 0;

/** Browsers allow sound after the first touch or key. Call it once, from the root. */
export function prepareSounds(howLoud: Volume): void {
  volume = howLoud;
  const wake = (): void => {
    if (volume() > 0) ensure();
  };
  addEventListener('pointerdown', wake, { passive: true });
  addEventListener('keydown', wake, { passive: true });
}

export function playSound(sound: Sound): void {
  const loud = volume();
  if (loud <= 0 || !context || context.state !== 'running') return;
  const out = context.createGain();
  out.gain.value = loud;
  out.connect(context.destination);
  const now = context.currentTime;
  switch (sound) {
    case 'card':
      noise(context, out, now, 0.07, 1800, 0.35);
      break;
    case 'turn':
      note(context, out, now, 587, 0.18, 0.22);
      note(context, out, now + 0.13, 880, 0.3, 0.2);
      break;
    case 'tick':
      noise(context, out, now, 0.03, 3200, 0.25);
      break;
    case 'won':
      [523, 659, 784, 1047].forEach((pitch, n) => note(context, out, now + n * 0.11, pitch, 0.45, 0.18));
      break;
    case 'lost':
      [392, 330, 262].forEach((pitch, n) => note(context, out, now + n * 0.16, pitch, 0.5, 0.14));
      break;
    case 'refused':
      note(context, out, now, 196, 0.12, 0.16);
      break;
  }
}

function ensure(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

function note(
  audio: AudioContext | null,
  out: AudioNode,
  at: number,
  pitch: number,
  length: number,
  peak: number,
): void {
  if (!audio) return;
  const tone = audio.createOscillator();
  const shape = audio.createGain();
  tone.type = 'sine';
  tone.frequency.value = pitch;
  shape.gain.setValueAtTime(0, at);
  shape.gain.linearRampToValueAtTime(peak, at + 0.012);
  shape.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(shape).connect(out);
  tone.start(at);
  tone.stop(at + length);
}

function noise(
  audio: AudioContext,
  out: AudioNode,
  at: number,
  length: number,
  pitch: number,
  peak: number,
): void {
  const samples = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  const shape = audio.createGain();
  shape.gain.value = peak;
  source.connect(filter).connect(shape).connect(out);
  source.start(at);
}
