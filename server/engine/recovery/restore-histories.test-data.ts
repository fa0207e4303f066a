import fc from 'fast-check'
import { propertyRuns } from '@/server/testing/proof'

/** Steps without parameters. */
export const plain = <Name extends string>(...names: Name[]): { do: Name }[] => names.map((name) => ({ do: name }))

/** The steps that every model of restores has. */
export const restoreStep = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ do: 'backup' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'restore' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'end' as const }) },
)
export const RESTORE_STEP_WEIGHT = 7

type HistoriesToPlay<Step> = {
  steps: fc.Arbitrary<Step[]>
  /** Each is played first, in the short form too. */
  histories: readonly Step[][]
  /** The number of drawn histories in the short form, if one takes too long. */
  drawn?: number
  /** The number of runs of the long form. */
  long: number
}

/** Plays the histories, then drawn ones. */
export function assertHistories<Step>(
  { steps, histories, drawn = 1, long }: HistoriesToPlay<Step>,
  play: (steps: Step[]) => Promise<void>,
): Promise<void> {
  return fc.assert(fc.asyncProperty(steps, play), {
    ...propertyRuns(histories.length + drawn, long),
    endOnFailure: true,
    examples: histories.map((one): [Step[]] => [one]),
  })
}
