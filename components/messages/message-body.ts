import { z } from 'zod'
import type { MessageKind } from '@/schemas/messages/words'

export type MessageValues = { kind: MessageKind; message: string }

type Facts = { label: string; value: string }
type Written = { body: Record<string, unknown>; preview: Facts[] } | { problem: string }

const typedData = z.object({
  domain: z.object({
    name: z.unknown().optional(),
    chainId: z.unknown().optional(),
    verifyingContract: z.unknown().optional(),
  }),
  primaryType: z.string(),
  message: z.unknown(),
})

/**
 * Makes the body of `POST /v1/wallet/hd/sign-message` from the form's values, with a readable preview. It checks the
 * form only; the API refuses the rest.
 */
export function messageBodyOf(addressIndex: number, { kind, message }: MessageValues): Written {
  if (message === '') return { problem: 'Enter the message' }
  if (kind === 'typedData') return typedDataBodyOf(addressIndex, message)
  if (kind === 'bytes') {
    if (!/^0x([0-9a-fA-F]{2})+$/.test(message)) return { problem: 'Enter whole bytes in hex, such as 0x48656c6c6f' }
    const preview = [{ label: 'Bytes', value: message }, lengthOf(message.length / 2 - 1)]
    return { body: { kind, addressIndex, bytes: message }, preview }
  }
  const size = new TextEncoder().encode(message).length
  return {
    body: { kind, addressIndex, text: message },
    preview: [{ label: 'Text', value: escapeInvisible(message, { lineFeed: '↵\n' }) }, lengthOf(size)],
  }
}

function typedDataBodyOf(addressIndex: number, text: string): Written {
  const parsed = typedData.safeParse(parse(text))
  if (!parsed.success) return { problem: 'Enter typed data as JSON with domain, types, primaryType and message' }
  const { domain, primaryType, message } = parsed.data
  return {
    body: { kind: 'typedData', addressIndex, typedData: parse(text) },
    preview: [
      { label: 'Application', value: escapeInvisible(String(domain.name ?? 'Not named')) },
      { label: 'Chain', value: escapeInvisible(String(domain.chainId ?? 'Not named')) },
      { label: 'Contract', value: escapeInvisible(String(domain.verifyingContract ?? 'Not named')) },
      { label: 'Type', value: escapeInvisible(primaryType) },
      { label: 'Message', value: escapeInvisible(JSON.stringify(message, null, 2) ?? '', { lineFeed: '\n' }) },
    ],
  }
}

function lengthOf(bytes: number): Facts {
  return { label: 'Length', value: `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}` }
}

/** Characters that are not seen, or that turn others around, as their code points; a line feed as `lineFeed`. */
export function escapeInvisible(text: string, { lineFeed = '\\u{a}' } = {}): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) =>
    one === '\n' ? lineFeed : `\\u{${one.codePointAt(0)?.toString(16)}}`,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
