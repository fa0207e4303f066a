import { Pool } from 'undici'
import { z } from 'zod'
import type { Random } from '@/e2e/faults/random'
import { ENDPOINTS } from '@/registry/endpoints'
import { HOSTILE_WAYS, type HostileCall, hostileCall } from '@/server/testing/hostile-calls'

const strangers = z.array(z.object({ token: z.string(), businessId: z.uuid() }))
export type HostileTenant = z.output<typeof strangers>[number]

export function readStrangers(printed: unknown): HostileTenant[] {
  return strangers.parse(printed)
}

type Siege = { baseUrl: string; strangers: readonly HostileTenant[]; random: Random; connections: number }

/** The number of answers to strangers, by HTTP status; 0: no answer. */
export type Answers = Map<number, number>

/**
 * Has strangers send the most expensive allowed and refused calls of every operation, one after the other on each of
 * their connections, until the returned function ends it.
 */
export function startHostileLoad({ baseUrl, strangers: all, random, connections }: Siege): () => Promise<Answers> {
  const answers: Answers = new Map()
  const state = { isOver: false }
  const running = all.flatMap(({ token }) => {
    const pool = new Pool(baseUrl, { connections, pipelining: 1 })
    const sendOn = async () => {
      while (!state.isOver) {
        const endpoint = ENDPOINTS[random.between(0, ENDPOINTS.length - 1)]
        const way = HOSTILE_WAYS[random.between(0, HOSTILE_WAYS.length - 1)]
        if (!endpoint || !way) continue
        const { method, path, headers, body } = hostileCall(endpoint, { way, token, seed: String(random.next()) })
        const status = await send(pool, { method, path, headers, body })
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    const lines = Array.from({ length: connections }, sendOn)
    return [Promise.all(lines).then(() => pool.destroy())]
  })
  return async () => {
    state.isOver = true
    await Promise.all(running)
    return answers
  }
}

type Sent = Pick<HostileCall, 'method' | 'path' | 'headers' | 'body'>

async function send(pool: Pool, { method, path, headers, body }: Sent): Promise<number> {
  try {
    const answer = await pool.request({ method, path, headers, body: body ?? null })
    if (isStream(answer.headers)) answer.body.on('error', () => {}).destroy()
    else await answer.body.dump()
    return answer.statusCode
  } catch {
    return 0
  }
}

/** A stream of events lasts for minutes. */
function isStream(headers: Record<string, string | string[] | undefined>): boolean {
  return String(headers['content-type']).startsWith('text/event-stream')
}
