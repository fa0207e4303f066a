import { z } from 'zod'

const incoming = z.looseObject({
  name: z.string().min(1).max(256),
  id: z.string().max(512).nullish(),
  data: z.unknown(),
  ts: z.number().nullish(),
})

export const incomingEvents = z.union([z.array(incoming).max(5000), incoming.transform((event) => [event])])

export interface Intake {
  events: z.infer<typeof incomingEvents>
  /** The SDK's mark of one request, equal on its own re-sends. */
  seed: string | undefined
}
