// A moving picture of somebody who plays, as a GIF: real frames of the real page. Everything that moves is slowed down while
// the frames are taken, one after the other, and shown at its own pace again.
import { createRequire } from 'node:module';

const { GIFEncoder, quantize, applyPalette } = createRequire(new URL('../web/package.json', import.meta.url))(
  'gifenc',
);

/** Things move so many times slower while they are photographed. */
const SLOWER = 6;
/** What stands still is shown so long at most, in milliseconds. */
const STILL = 700;
const COLOURS = 192;

/** Photographs the page while `story` goes on, and gives the picture, `width` pixels wide. */
export async function film(page, width, story) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 / SLOWER });
  const shots = [];
  let going = true;
  const camera = (async () => {
    while (going) {
      const at = performance.now();
      const moves = await page.evaluate(() =>
        document.getAnimations().some(({ playState }) => playState === 'running'),
      );
      shots.push({ at, moves, png: await page.screenshot({ type: 'png' }) });
    }
  })();
  await story();
  going = false;
  await camera;
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
  return develop(page, shots, width);
}

/** Makes the picture: only what changes is drawn again. */
async function develop(page, shots, width) {
  const dark = await page.context().newPage();
  const gif = GIFEncoder();
  const frames = [];
  for (const [index, { at, moves, png }] of shots.entries()) {
    const before = frames.at(-1);
    const lasts = Math.max(0, (shots[index + 1]?.at ?? at) - at);
    if (before && before.png.equals(png)) before.time += moves ? lasts / SLOWER : lasts;
    else frames.push({ png, time: moves ? lasts / SLOWER : lasts });
  }
  // The colours are those of the whole film.
  const pixels = [];
  for (const { png } of frames) pixels.push(await pixelsOf(dark, png, width));
  const [{ height }] = pixels;
  const sample = pixels.filter((_, index) => index % Math.ceil(pixels.length / 8) === 0);
  const all = new Uint8Array(sample.reduce((sum, { data }) => sum + data.length, 0));
  sample.reduce((offset, { data }) => (all.set(data, offset), offset + data.length), 0);
  const palette = quantize(all, COLOURS - 1);
  const clear = palette.length;
  let shown = null;
  for (const [index, { time }] of frames.entries()) {
    const drawn = applyPalette(pixels[index].data, palette);
    const changed = shown ? drawn.map((colour, n) => (colour === shown[n] ? clear : colour)) : drawn;
    gif.writeFrame(changed, width, height, {
      ...(shown ? {} : { palette: [...palette, [0, 0, 0]], repeat: 0 }),
      delay: Math.max(30, Math.min(STILL, time)),
      dispose: 1,
      transparent: shown !== null,
      transparentIndex: clear,
    });
    shown = drawn;
  }
  gif.finish();
  await dark.close();
  return gif.bytes();
}

/** The colours of a photograph, made smaller by the browser. */
async function pixelsOf(page, png, width) {
  const { height, text } = await page.evaluate(
    async ([base64, width]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const height = Math.round((image.height * width) / image.width);
      const canvas = new OffscreenCanvas(width, height);
      const pen = canvas.getContext('2d');
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(image, 0, 0, width, height);
      const { data } = pen.getImageData(0, 0, width, height);
      let text = '';
      for (let n = 0; n < data.length; n += 32_768)
        text += String.fromCharCode(...data.subarray(n, n + 32_768));
      return { height, text: btoa(text) };
    },
    [png.toString('base64'), width],
  );
  return { height, data: new Uint8Array(Buffer.from(text, 'base64')) };
}
