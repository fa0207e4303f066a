import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { StackFacts } from './stack-file'

const tokenAnswer = z.object({ access_token: z.string() })
const refused = z.object({ code: z.string() })

/** `/v1` answered anything but what was asked for. */
export class DemoRefused extends Error {
  constructor(
    message: string,
    /** The code of the answer, where it has one. */
    readonly code: string | null,
  ) {
    super(message)
  }
}

/** Calls `/v1` as the demo business's own backend would. Throws `DemoRefused` where it answers no 2xx. */
export async function connectDemo({ baseUrl, demo }: Pick<StackFacts, 'baseUrl' | 'demo'>) {
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (response.ok) return response.json()
    const text = await response.text()
    const parsed = refused.safeParse(parseJson(text))
    const problem = `${method} ${path} was answered ${response.status}: ${text}`
    throw new DemoRefused(problem, parsed.success ? parsed.data.code : null)
  }
  const grant = { grant_type: 'client_credentials', client_secret: demo.liveKey }
  const { access_token } = tokenAnswer.parse(await send('POST', '/v1/oauth/token', {}, grant))
  return (method: string, path: string, body?: unknown, key: string = randomUUID()) =>
    send(method, path, { authorization: `Bearer ${access_token}`, 'idempotency-key': key }, body)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
