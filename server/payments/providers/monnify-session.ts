import { z } from 'zod'
import { callProvider, type ProviderCall, readAnswer } from './call-provider'
import { ProviderRefused, ProviderUnavailable } from './provider-error'

export type MonnifyConfig = { apiKey: string; secretKey: string; contractCode: string; baseUrl: string }

type Call = Pick<ProviderCall, 'method' | 'path' | 'query' | 'body'>
type Answer = { body: unknown } | { refused: string }

/** Sends a request with a token. `require` throws ProviderRefused if it is refused. */
export type AskMonnify = ((call: Call) => Promise<Answer>) & { require: (call: Call) => Promise<unknown> }

const NAME = 'monnify'
/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000

const envelope = z.object({
  requestSuccessful: z.boolean(),
  responseMessage: z.string().nullish(),
  responseBody: z.unknown().optional(),
})
const login = z.object({ accessToken: z.string().min(1), expiresIn: z.string().regex(/^\d+$/) })

/** Monnify's API after its login. Concurrent calls share a token, and a refused token is replaced once. */
export function monnifySession({ apiKey, secretKey, baseUrl }: MonnifyConfig): AskMonnify {
  let token: { value: Promise<string>; until: number } | null = null

  async function logIn(): Promise<string> {
    const authorization = `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`
    const { body } = await callProvider({
      provider: NAME,
      baseUrl,
      method: 'POST',
      path: '/api/v1/auth/login',
      headers: { authorization },
    })
    const answer = readAnswer(NAME, envelope, body)
    if (!answer.requestSuccessful) throw new ProviderUnavailable(NAME, 'refuses our keys')
    const { accessToken, expiresIn } = readAnswer(NAME, login, answer.responseBody)
    if (token) token.until = Date.now() + Number(expiresIn) * 1_000 - MARGIN_MS
    return accessToken
  }

  function currentToken(): Promise<string> {
    if (token && Date.now() < token.until) return token.value
    const value = logIn()
    token = { value, until: Number.POSITIVE_INFINITY }
    value.catch(() => {
      token = null
    })
    return value
  }

  async function send(call: Call): Promise<{ status: number; body: unknown }> {
    const headers = { authorization: `Bearer ${await currentToken()}` }
    return callProvider({ provider: NAME, baseUrl, headers, ...call })
  }

  const ask = async (call: Call): Promise<Answer> => {
    let sent = await send(call)
    if (sent.status === 401) {
      token = null
      sent = await send(call)
    }
    if (sent.status === 401) throw new ProviderUnavailable(NAME, 'refuses its own token')
    const answer = readAnswer(NAME, envelope, sent.body)
    if (answer.requestSuccessful) return { body: answer.responseBody }
    return { refused: (answer.responseMessage ?? `answered ${sent.status}`).slice(0, 200) }
  }
  return Object.assign(ask, {
    require: async (call: Call) => {
      const answered = await ask(call)
      if ('body' in answered) return answered.body
      throw new ProviderRefused(NAME, `refused: ${answered.refused}`)
    },
  })
}
