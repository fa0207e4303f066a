import { z } from 'zod'

const blockText = z
  .string()
  .trim()
  .regex(/^\d{0,15}$/, 'A block number')

/** The blocks to replay: by their numbers, or by the times they were made. */
export const replayForm = z
  .object({
    by: z.enum(['blocks', 'times']),
    fromBlock: blockText,
    toBlock: blockText,
    from: z.string(),
    to: z.string(),
  })
  .superRefine(({ by, fromBlock, toBlock, from, to }, ctx) => {
    if (by === 'blocks' && fromBlock === '')
      ctx.addIssue({ code: 'custom', path: ['fromBlock'], message: 'Enter a block' })
    if (by === 'blocks' && toBlock !== '' && Number(toBlock) < Number(fromBlock))
      ctx.addIssue({ code: 'custom', path: ['toBlock'], message: 'Must not be below the first block' })
    if (by === 'times' && !isTime(from)) ctx.addIssue({ code: 'custom', path: ['from'], message: 'Enter a time' })
    if (by === 'times' && isTime(to) && to < from)
      ctx.addIssue({ code: 'custom', path: ['to'], message: 'Must not be before the start' })
  })
export type ReplayForm = z.input<typeof replayForm>

export const EMPTY_REPLAY: ReplayForm = { by: 'blocks', fromBlock: '', toBlock: '', from: '', to: '' }

export const REPLAY_RANGE_OPTIONS = [
  { value: 'blocks', label: 'Block numbers' },
  { value: 'times', label: 'Times' },
] as const

/** The input of the procedure. Times in the form are in the time zone of the browser. */
export function toRange({ by, fromBlock, toBlock, from, to }: ReplayForm) {
  if (by === 'times') return { from: toInstant(from), to: isTime(to) ? toInstant(to) : undefined }
  return { fromBlock: Number(fromBlock), toBlock: toBlock === '' ? undefined : Number(toBlock) }
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

function toInstant(text: string): string {
  return new Date(text).toISOString()
}
