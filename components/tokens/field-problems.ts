import { z } from 'zod'

const failure = z.object({
  message: z.string(),
  data: z
    .object({
      code: z.string().optional(),
      errors: z.array(z.string()).optional(),
      requestId: z.string().nullish(),
    })
    .nullish(),
})

/** What a failed call says, whatever it was; a call that got no answer has no `data`. */
export function readFailure(error: unknown): z.infer<typeof failure> {
  const { data } = failure.safeParse(error)
  return data ?? { message: 'The server did not answer' }
}

/** What the server said of single fields: `yieldParams.firstCouponDate: must be …` as its field and its words. */
export function fieldProblems(error: unknown): { field: string; message: string }[] {
  return (readFailure(error).data?.errors ?? []).flatMap((text) => {
    const [, field, message] = /^([\w.]+): (.+)$/.exec(text) ?? []
    if (field === undefined || message === undefined) return []
    return [{ field, message: message.charAt(0).toUpperCase() + message.slice(1) }]
  })
}
