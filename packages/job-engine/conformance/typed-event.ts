import { eventType, staticSchema } from 'inngest'

/** The data of this suite's events: `key` names one test's own run. */
type Data = {
  key: string
  n?: number
  value?: number
  part?: number
  group?: string
  amount?: number
}

export function typed<Name extends string>(name: Name) {
  return eventType(name, { schema: staticSchema<Data>() })
}

export function outcome<Name extends string>(name: Name) {
  return eventType(name, { schema: staticSchema<{ function_id: string; event: { data: Data }; result?: unknown }>() })
}

/** The failed function's own event, whose type the SDK cannot know. */
export function keyOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'key' in data ? String(data.key) : ''
}
