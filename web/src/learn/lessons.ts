// Lessons as the server sends them: the list, one as it begins, and what became of an action.
import { getJson, postJson } from '../net/http';
import type { Seen } from '../state/seen';
import type { GameLessons, LessonInfo as AnyLesson, LessonStep, LessonTitle, Texts } from '../generated/http';

export type { GameLessons, LessonTitle, Texts };
/** What is drawn has the types of its game; the description of the API knows no games. */
export type LessonFrame = Omit<LessonStep, 'seen'> & { seen: Seen };
export type LessonInfo = Omit<AnyLesson, 'frame' | 'options'> & {
  options: Record<string, string | number>;
  frame: LessonFrame;
};

/** A text in each language of the pages. */

export type Judgement =
  | { verdict: 'refused'; refusal: { code: string; message: string }; frames: [] }
  | { verdict: 'wrong' | 'right' | 'solved'; text: Texts; frames: LessonFrame[] };

let list: Promise<GameLessons[]> | null = null;

/** The lessons of all games. They do not change while the server runs: asked for once. */
export function allLessons(): Promise<GameLessons[]> {
  list ??= getJson('/api/lessons').then((answer) => (answer as { games: GameLessons[] }).games);
  list.catch(() => (list = null));
  return list;
}

export async function lessonOf(game: string, id: string): Promise<LessonInfo> {
  return (await getJson(`/api/lessons/${game}/${id}`)) as LessonInfo;
}

/** Judges the last of these actions. Nothing is stored, so asking twice changes nothing. */
export async function attempt(game: string, id: string, actions: unknown[]): Promise<Judgement> {
  return (await postJson(`/api/lessons/${game}/${id}/attempt`, { actions })) as Judgement;
}

/** How a lesson is named in somebody's progress. */
export const keyOf = (game: string, id: string): string => `${game}/${id}`;

/** The number of the first lesson that is not solved, from 1; the first of all if every one is. */
export function nextNumber({ game, lessons }: GameLessons, isSolved: (key: string) => boolean): number {
  return (
    1 +
    Math.max(
      0,
      lessons.findIndex(({ id }) => !isSolved(keyOf(game, id))),
    )
  );
}
