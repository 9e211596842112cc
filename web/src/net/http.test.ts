import { describe, expect, test, vi } from 'vitest';

import { getJson, HttpError, postJson, UnreachableError, type HttpWorld } from './http';

const answer = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

function world(...answers: (Response | Error)[]): HttpWorld & { asked: ReturnType<typeof vi.fn> } {
  const asked = vi.fn(() => {
    const next = answers.shift();
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new Error('no answer'));
  });
  return { fetch: asked, wait: () => Promise.resolve(), asked };
}

describe('the door to the HTTP API', () => {
  test('asks again when nobody answered or the server was in trouble', async () => {
    const http = world(
      new TypeError('offline'),
      answer(503, { message: 'busy' }),
      answer(200, { games: [] }),
    );
    expect(await getJson('/api/games', http)).toEqual({ games: [] });
    expect(http.asked).toHaveBeenCalledTimes(3);
  });

  test('gives up after three times, and says that it could not be reached', async () => {
    const http = world(new TypeError('a'), new TypeError('b'), new TypeError('c'), answer(200, {}));
    await expect(getJson('/api/games', http)).rejects.toBeInstanceOf(UnreachableError);
    expect(http.asked).toHaveBeenCalledTimes(3);
  });

  test('does not ask again what was answered with no, and tells the reason', async () => {
    const http = world(answer(404, { code: 'no_such_replay', message: 'There is no such replay.' }));
    await expect(getJson('/api/replays/x', http)).rejects.toMatchObject({
      status: 404,
      code: 'no_such_replay',
      message: 'There is no such replay.',
    });
    expect(http.asked).toHaveBeenCalledTimes(1);
  });

  test('never repeats what is sent', async () => {
    const http = world(answer(500, null), answer(200, {}));
    await expect(postJson('/api/session', { token: 'x' }, http)).rejects.toBeInstanceOf(HttpError);
    expect(http.asked).toHaveBeenCalledTimes(1);
  });
});
