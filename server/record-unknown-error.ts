import { oncePerProcess } from '@/db/once-per-process'

/** Subjects kept between two writes: a fault that takes many shapes must not grow the process. */
const MAX_SUBJECTS = 200
const MAX_SUBJECT_LENGTH = 200

const noted = oncePerProcess('unknown-errors', () => new Map<string, number>())

/**
 * Takes note of an unforeseen error, by what failed (`POST /v1/tokens`, `worker pump-chain`) and its kind. Neither
 * its text, which may hold what no alarm should, nor names of the code, which a bundler shortens.
 */
export function recordUnknownError(error: Error, failed: string): void {
  countFault(`${failed}: ${kindOf(error)}`.slice(0, MAX_SUBJECT_LENGTH))
}

/** Records a fault under a separate name: that of one row. */
export function countFault(subject: string): void {
  if (noted.has(subject) || noted.size < MAX_SUBJECTS) noted.set(subject, (noted.get(subject) ?? 0) + 1)
}

/** The number of errors per subject since the last call. */
export function drainUnknownErrors(): [subject: string, count: number][] {
  const taken = [...noted]
  noted.clear()
  return taken
}

/** A name that no bundler made: that of a class may be one letter long. */
function kindOf({ name }: Error): string {
  return /^[A-Z][A-Za-z]*(Error|Exception)$/.test(name) ? name : 'Error'
}
