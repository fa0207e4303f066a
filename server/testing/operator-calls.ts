import { randomUUID } from 'node:crypto'
import superjson from 'superjson'
import { z } from 'zod'
import { callPortal, mutatePortal, newPortalCaller, type PortalAnswer } from './portal-caller'

const answer = z.union([
  z.object({ result: z.object({ data: z.any() }) }),
  z.object({ error: z.any() }).transform(({ error }) => ({ error: failure.parse(superjson.deserialize(error)) })),
])
const failure = z.object({ message: z.string(), data: z.object({ errors: z.array(z.string()).nullish() }) })

export type Operator = Awaited<ReturnType<typeof newOperator>>

/** An operator who asks and acts as the portal does; what is refused is thrown, in the words its page shows. */
export async function newOperator() {
  const caller = await newPortalCaller({ platformRole: 'operator' })
  return {
    ...caller,
    async ask<T>(path: string, input: object): Promise<T> {
      const text = encodeURIComponent(superjson.stringify(input))
      // The caller says what the query answers.
      return read(await callPortal(caller, { method: 'GET', path: `${path}?input=${text}` })) as T
    },
    async mutate(path: string, input: object): Promise<unknown> {
      return read(await mutatePortal(caller, { path, input, key: randomUUID() }))
    },
  }
}

function read({ text }: PortalAnswer): unknown {
  const parsed = answer.parse(JSON.parse(text))
  if ('result' in parsed) return superjson.deserialize(parsed.result.data)
  const { message, data } = parsed.error
  throw new Error(data.errors?.join(' ') ?? message)
}
