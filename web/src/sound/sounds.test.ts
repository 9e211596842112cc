// @vitest-environment happy-dom
// What is made for each sound, and that nothing is made where somebody wants silence.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import SoundButton from '../parts/SoundButton.svelte';
import { settings } from '../state/settings.svelte';
import type { Sound } from './sounds';

/** A node that can be connected; what is started counts. */
const starts: { kind: 'tone' | 'noise'; pitch: number; at: number }[] = [];
const gains: number[] = [];
const param = () => ({
  value: 0,
  setValueAtTime: vi.fn(),
  linearRampToValueAtTime: vi.fn(),
  exponentialRampToValueAtTime: vi.fn(),
});
const node = <More extends object>(more: More) => ({ connect: (next: unknown) => next, ...more });

class FakeAudio {
  static made = 0;
  state = 'running';
  currentTime = 10;
  sampleRate = 1000;
  destination = node({});
  constructor() {
    FakeAudio.made += 1;
  }
  resume = vi.fn();
  createGain() {
    const gain = param();
    const made = node({
      gain,
      connect: (next: unknown) => (next === this.destination && gains.push(gain.value), next),
    });
    return made;
  }
  createOscillator() {
    const frequency = param();
    const start = (at: number) => void starts.push({ kind: 'tone', pitch: frequency.value, at });
    return node({ type: '', frequency, start, stop: vi.fn() });
  }
  createBuffer = (_: number, samples: number) => ({ getChannelData: () => new Float32Array(samples) });
  createBufferSource() {
    return node({ buffer: null, start: (at: number) => void starts.push({ kind: 'noise', pitch: 0, at }) });
  }
  createBiquadFilter = () => node({ type: '', frequency: param(), Q: param() });
}

/** The sounds as a page has them that was just opened. */
async function open(volume: () => number) {
  vi.resetModules();
  const sounds = await import('./sounds');
  sounds.prepareSounds(volume);
  return sounds;
}
const touch = () => window.dispatchEvent(new Event('pointerdown'));

beforeEach(() => {
  starts.length = 0;
  gains.length = 0;
  FakeAudio.made = 0;
  localStorage.clear();
  vi.stubGlobal('AudioContext', FakeAudio);
});
afterEach(() => vi.unstubAllGlobals());

describe('a sound', () => {
  const made: [Sound, string][] = [
    ['card', 'one noise'],
    ['tick', 'one noise'],
    ['turn', 'two rising notes'],
    ['won', 'four rising notes'],
    ['lost', 'three falling notes'],
    ['refused', 'one low note'],
  ];
  test.each(made)('%s is %s', async (sound, what) => {
    const { playSound } = await open(() => 0.6);
    touch();
    playSound(sound);
    const pitches = starts.map(({ pitch }) => pitch);
    const rising = [...pitches].sort((one, other) => one - other);
    const described: Record<string, boolean> = {
      'one noise': starts.length === 1 && starts[0]?.kind === 'noise',
      'two rising notes': starts.length === 2 && pitches.join() === rising.join(),
      'four rising notes': starts.length === 4 && pitches.join() === rising.join(),
      'three falling notes': starts.length === 3 && pitches.join() === rising.reverse().join(),
      'one low note': starts.length === 1 && (pitches[0] ?? 0) > 0 && (pitches[0] ?? 0) < 250,
    };
    expect(described[what], JSON.stringify(starts)).toBe(true);
    const times = starts.map(({ at }) => at);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(gains).toEqual([0.6]);
  });

  test('waits for the first touch, as browsers want it', async () => {
    const { playSound } = await open(() => 1);
    playSound('turn');
    expect(starts).toEqual([]);
    touch();
    playSound('turn');
    expect(starts).toHaveLength(2);
  });

  test('is as loud as the setting says at that moment, and none at all without', async () => {
    let volume = 0;
    const { playSound } = await open(() => volume);
    touch();
    playSound('won');
    expect(FakeAudio.made, 'nothing is opened for silence').toBe(0);
    volume = 0.25;
    touch();
    playSound('card');
    volume = 0;
    playSound('card');
    expect(gains).toEqual([0.25]);
  });
});

describe('mute', () => {
  const button = () => document.querySelector('button');
  function press(): void {
    button()?.click();
    flushSync();
  }

  test('silences at once, and can be taken back', async () => {
    const { playSound } = await open(() => (settings.current.sound ? settings.current.volume / 100 : 0));
    const mounted = mount(SoundButton, { target: document.body });
    flushSync();
    touch();
    playSound('card');
    expect(starts).toHaveLength(1);
    press();
    expect(button()?.getAttribute('aria-pressed')).toBe('false');
    playSound('card');
    expect(starts).toHaveLength(1);
    press();
    playSound('card');
    expect(starts).toHaveLength(2);
    await unmount(mounted);
  });

  test('is kept over a reload', async () => {
    const reloaded = async () => {
      vi.resetModules();
      return (await import('../state/settings.svelte')).settings.current.sound;
    };
    expect(await reloaded()).toBe(true);
    settings.set('sound', false);
    expect(await reloaded()).toBe(false);
    settings.set('sound', true);
    expect(await reloaded()).toBe(true);
  });
});
