import { oncePerProcess } from '@/db/once-per-process'
import { withTimeout } from './with-timeout'

/** `ok`, or the problem in one word; one for each part if the check has several. */
type Verdict = string | Record<string, string>

/** One thing the process needs for its work. */
export type ReadinessCheck = {
  name: string
  /**
   * Whether the process gets no requests until the verdict is `ok`. A problem that all processes share does not make
   * any of them unready.
   */
  isRequired: boolean
  ask: () => Verdict | Promise<Verdict>
  /** The verdict if `ask` fails or takes too long. */
  otherwise: Verdict
  /** The time for which a verdict is reused; without it, every call runs the check. */
  keptMs?: number
}

/** The longest time that a probe waits for an answer. */
const MAX_ANSWER_MS = 1_000

type Kept = { startedAt: number; result: Promise<Verdict> }
const verdicts = oncePerProcess('readiness-verdicts', () => new Map<string, Kept>())

/**
 * The verdict of a check, which runs once for all callers while it is kept. A caller that would wait too long gets
 * `otherwise`; the verdict counts once it arrives.
 */
export function runCheck(check: ReadinessCheck): Promise<Verdict> {
  const cached = verdicts.get(check.name)
  const isKept = cached && Date.now() - cached.startedAt < (check.keptMs ?? 0)
  const current = isKept ? cached : { startedAt: Date.now(), result: askOf(check) }
  verdicts.set(check.name, current)
  return withTimeout(current.result, MAX_ANSWER_MS, check.otherwise)
}

async function askOf({ ask, otherwise }: ReadinessCheck): Promise<Verdict> {
  try {
    return await ask()
  } catch {
    return otherwise
  }
}

/** Whether nothing is wrong. */
export function isOk(verdict: Verdict): boolean {
  return typeof verdict === 'string' ? verdict === 'ok' : Object.values(verdict).every((word) => word === 'ok')
}
