/**
 * The wake-up for work that is due at `dueAt`. One a second is enough, whoever asks for it: its id is the second. It comes at that
 * second's end, since a message due later within it would else find the id used up. What is due already needs no id and no wait.
 */
export function nextWake(dueAt: Date, now: Date): { id?: string; ts?: number } {
  if (dueAt.getTime() <= now.getTime()) return {}
  const second = Math.floor(dueAt.getTime() / 1_000) + 1
  return { id: `webhooks-due-${second}`, ts: second * 1_000 }
}
