import { eventType, type Inngest, staticSchema } from 'inngest'

export interface RunEnd {
  status: 'completed' | 'failed' | 'cancelled'
  output: unknown
}

type Reported = {
  event: { id?: string }
  result?: unknown
  error?: unknown
}

/**
 * The outcomes of runs, as the job service itself reports them in its events. The query APIs of the services differ,
 * and are later.
 */
export function createEnds(client: Inngest.Any) {
  const ends = new Map<string, RunEnd>()
  const outcome = (name: string) => ({ event: eventType(name, { schema: staticSchema<Reported>() }) })
  const listener = client.createFunction(
    { id: 'ends', triggers: [outcome('inngest/function.finished'), outcome('inngest/function.cancelled')] },
    async ({ event }) => {
      const { result, error } = event.data
      const id = event.data.event.id ?? ''
      if (ends.has(id)) return
      if (event.name === 'inngest/function.cancelled') ends.set(id, { status: 'cancelled', output: error })
      else if (error) ends.set(id, { status: 'failed', output: error })
      else ends.set(id, { status: 'completed', output: result })
    },
  )
  return { listener, endOf: (eventId: string) => ends.get(eventId) }
}
