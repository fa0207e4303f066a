import { afterEach, expect, it, vi } from 'vitest'
import { printTable } from './print-outcomes'
import { STAGES } from './stages'

afterEach(() => void vi.restoreAllMocks())

it('ends with the failures of each stage, without the tables after them', () => {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  const shown = [
    'FAILED a.test.ts > a sum',
    '  expected 1 to be 2',
    '  again: npx vitest run a.test.ts',
    'The most expensive:',
    '  9 s',
  ]
  const unit = STAGES.find(({ name }) => name === 'unit')
  const lint = STAGES.find(({ name }) => name === 'lint')
  if (!unit || !lint) throw new Error('no stage')
  const ended = { kind: 'ran', seconds: 2, cpuSeconds: 1 } as const
  printTable(
    [
      { stage: lint, ...ended, isGreen: true, outcome: 'exit code 0', shown: [] },
      { stage: unit, ...ended, isGreen: false, outcome: 'exit code 1', shown },
    ],
    { isLong: false, seconds: 3 },
  )
  expect(printed.slice(-4)).toEqual([
    `\n  ${unit.title}`,
    '    FAILED a.test.ts > a sum',
    '      expected 1 to be 2',
    '      again: npx vitest run a.test.ts',
  ])
})
