'use client'

import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { type Answer, sendCall } from '@/components/reference/send-call'

type ContractCall = { path: string; body: Record<string, unknown>; token: string | null }

const KEY = { name: 'Idempotency-Key', location: 'header', type: 'string' } as const
const UNKNOWN = 'Send it again: the Idempotency-Key is the same, so a call is executed only once.'

/** Sends reads and calls through the API. A call keeps its key until the API itself has answered. */
export function useContractCall() {
  const [key, setKey] = useState(() => uuid())
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function send({ path, body, token }: ContractCall): Promise<Answer | null> {
    setAnswer(null)
    setProblem(null)
    // A read has no key to send.
    const parameters = path.endsWith('/call') ? [KEY] : []
    try {
      const operation = { method: 'POST' as const, path, parameters }
      const reply = await sendCall({ operation, values: { [KEY.name]: key }, body: JSON.stringify(body), token })
      setAnswer(reply)
      // After an error of the server or a proxy, the call may have been accepted.
      if (reply.status >= 500) setProblem(`We cannot tell whether the call was accepted. ${UNKNOWN}`)
      else setKey(uuid())
      return reply
    } catch {
      setProblem(`The server did not respond. ${UNKNOWN}`)
      return null
    }
  }

  return { answer, problem, send, clear: () => setAnswer(null) }
}
