import { createClient } from '@slipway/sdk'

/** Methods of a client that call several operations, or one whose response is a stream. */
const OTHERS = ['call', 'waitFor', 'streamEvents']

/** The operations that `call` takes: a client has a method for each, and creating one sends nothing. */
export function operationNames(): string[] {
  const client = createClient({ apiKey: 'sk_live_none', baseUrl: 'https://api.example.com' })
  return Object.keys(client).filter((name) => !OTHERS.includes(name))
}
