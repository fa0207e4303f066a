import type { Testbed } from './testbed'

/** A case may take so long, also against a server far away. */
export const LIMIT_MS = 120_000

/** Sends `name`, waits for its run and returns the outcome. */
export async function run(testbed: Testbed, name: string, data: Record<string, unknown> = {}) {
  const key = testbed.newKey()
  const { status, output } = await testbed.ended(await testbed.send(name, { key, ...data }))
  return { key, status, output, notes: testbed.journal.read(key) }
}

/** Waits until everything sent before has had its effect: a marker event is sent after it. */
export async function waitForEffects(testbed: Testbed): Promise<void> {
  const key = testbed.newKey()
  await testbed.send('c/counted', { key })
  await testbed.noted(key, 1)
}

export function peak(notes: string[]): number {
  let inside = 0
  let most = 0
  for (const note of notes) {
    inside += note.startsWith('in') ? 1 : -1
    most = Math.max(most, inside)
  }
  return most
}

/** A wait is registered shortly after its function reports; events are repeated until one is received. */
export async function answerUntilEnded(
  testbed: Testbed,
  eventId: string,
  answers: { key: string; value: number }[],
): Promise<void> {
  const until = Date.now() + testbed.maxWaitMs
  while (Date.now() < until) {
    for (const data of answers) await testbed.send('c/answer', data)
    if (testbed.endOf(eventId)) return
  }
}
