import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Answer, ApiClient } from '@/e2e/api-client'

const GIVE_UP_MS = 120_000
const PAUSE_MS = 150

const envelope = z.object({ code: z.string().optional(), data: z.unknown().optional() })
export type CallResult = { status: number; code: string | undefined; data: unknown }

/** Asks until a process answers: a killed one answers nothing, and one that starts is not there yet. */
export async function callUntilAnswered(
  api: ApiClient,
  { path, body, key }: { path: string; body: unknown; key: string },
): Promise<CallResult> {
  const deadline = Date.now() + GIVE_UP_MS
  for (;;) {
    const answer = await api.post(path, body, key)
    if (!isNoAnswer(answer)) return toSaid(answer)
    if (Date.now() > deadline) throw new Error(`${path} is not answered: ${answer.status} ${answer.text}`)
    await pause(PAUSE_MS)
  }
}

/** Twice at once with one key: both have to hear the same. */
export async function callTwice(
  api: ApiClient,
  call: { path: string; body: unknown; key: string },
): Promise<CallResult[]> {
  return Promise.all([callUntilAnswered(api, call), callUntilAnswered(api, call)])
}

function isNoAnswer({ status, text }: Answer): boolean {
  if (status === 0 || status === 429 || status >= 500) return true
  return status === 409 && toSaid({ status, text, headers: {} }).code !== 'operation_open'
}

function toSaid({ status, text }: Answer): CallResult {
  try {
    const { code, data } = envelope.parse(JSON.parse(text))
    return { status, code, data }
  } catch {
    return { status, code: undefined, data: undefined }
  }
}
