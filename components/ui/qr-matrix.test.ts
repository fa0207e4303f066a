import fc from 'fast-check'
import { expect, test } from 'vitest'
import { qrMatrix } from './qr-matrix'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

/** What another encoder (`qr` of npm, level low, version 3, mask 0) makes of the address. */
const EXPECTED = [
  '#######..#..#..##..##.#######',
  '#.....#...####.#..##..#.....#',
  '#.###.#.###.#......#..#.###.#',
  '#.###.#..###...##..#..#.###.#',
  '#.###.#...#....##.....#.###.#',
  '#.....#..#....####.#..#.....#',
  '#######.#.#.#.#.#.#.#.#######',
  '........###.##.###.#.........',
  '###.#####.##.##.###..##...#..',
  '..##...#..##..#####...##.#..#',
  '#####.#.##....#.###....##...#',
  '...###.#...#.##..#####.###...',
  '....#####...#....##.#.##.#.##',
  '####.#..#..###...####.##.##.#',
  '.#....#######...#.#.###.###.#',
  '###.....###.######..#..#.#.#.',
  '.####.#.####....###...##.#...',
  '.##.##.##.##.#.####...##.#..#',
  '#.#...####........#.#.#.#.###',
  '.#.#.#..#.##.##.##.#.###.#.#.',
  '#.#...#.###.###..#########..#',
  '........#..####..##.#...###.#',
  '#######.##.###...#.##.#.#.#.#',
  '#.....#.#...######.##...##.##',
  '#.###.#.####..#..##.######...',
  '#.###.#..###......##.#..#..##',
  '#.###.#.#.#..#..#.#..#..#.#.#',
  '#.....#.#.##...#.##.#..#.#.#.',
  '#######.###.#..#.##.##..##.##',
]

test('an address becomes the code another encoder makes of it', () => {
  const rows = qrMatrix(ADDRESS).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))
  expect(rows).toEqual(EXPECTED)
})

test('texts that differ make codes that differ, of one size', () => {
  const text = fc.string({ maxLength: 53 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      fc.pre(one !== other)
      const [first, second] = [qrMatrix(one), qrMatrix(other)]
      expect([first.length, ...first.map((row) => row.length)]).toEqual(Array.from({ length: 30 }, () => 29))
      expect(first).not.toEqual(second)
    }),
    { numRuns: 50 },
  )
})

test('what does not fit is refused', () => {
  expect(() => qrMatrix('x'.repeat(53))).not.toThrow()
  expect(() => qrMatrix('x'.repeat(54))).toThrow(RangeError)
})
