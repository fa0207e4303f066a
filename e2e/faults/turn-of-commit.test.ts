import { expect, test } from 'vitest'
import { newestCommit, turnOf } from './turn-of-commit'

const NAMES = Array.from({ length: 12 }, (_, index) => `fault-${index}`)

test('one of three turns is the commit’s, each name has its turn, and a commit always means the same', () => {
  const turns = ['00000000', '00000001', '00000002'].map((commit) => turnOf(commit, NAMES, 3))
  expect(turns.map((names) => names.length)).toEqual([4, 4, 4])
  expect(turns.flat().toSorted()).toEqual(NAMES.toSorted())
  expect(turnOf('00000001ff', NAMES, 3)).toEqual(turns[1])
})

test('without a repository the first turn is played', () => {
  expect(newestCommit()).toMatch(/^[0-9a-f]+$/)
  expect(turnOf('0', NAMES, 3)).toHaveLength(4)
})
