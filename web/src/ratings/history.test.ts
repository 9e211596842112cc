import { expect, test } from 'vitest';

import { historyLines, sampled, type RatingPoint } from './history';

const point = (rating: number, interval: number): RatingPoint => ({ ended_at: 0, rating, interval });

test('the line goes through the ratings, and the band around them', () => {
  const { line, band, low, high } = historyLines([point(1000, 100), point(1050, 50)]);
  expect([low, high]).toEqual([900, 1100]);
  expect(line).toBe('M0 50L100 25');
  expect(band).toBe('M0 0L100 0L100 50L0 100Z');
});

test('of many points a few are read out, the first and the last among them', () => {
  const points = Array.from({ length: 50 }, (_, n) => point(1000 + n, 10));
  expect(sampled(points, 5).map(({ rating }) => rating)).toEqual([1000, 1012, 1025, 1037, 1049]);
  expect(sampled(points.slice(0, 3), 5)).toHaveLength(3);
});
