'use client'

import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { FormField } from '@/components/form/form-field'
import { SelectField } from '@/components/form/select-field'
import { CallAnswer } from '@/components/reference/call-answer'
import { type Answer, sendCall } from '@/components/reference/send-call'
import { useToken } from '@/components/reference/token-context'
import { TokenForm } from '@/components/reference/token-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Textarea } from '@/components/ui/textarea'
import type { WalletView } from '@/schemas/wallets/contract'
import { type MessageValues, messageBodyOf } from './message-body'
import { type SignatureResult, SignedMessage } from './signed-message'

const KEY_HEADER = { name: 'Idempotency-Key', location: 'header', type: 'string' } as const
const OPERATION = { method: 'POST' as const, path: '/v1/wallet/hd/sign-message', parameters: [KEY_HEADER] }
const KINDS = [
  { value: 'text', label: 'Text' },
  { value: 'bytes', label: 'Bytes' },
  { value: 'typedData', label: 'Typed data (EIP-712)' },
]
const HINTS = {
  text: 'Signed with the prefix of EIP-191.',
  bytes:
    'Hex that starts with 0x, signed with the prefix of EIP-191. Not 32 bytes: those may be the hash of something else.',
  typedData: 'JSON with domain, types, primaryType and message.',
  solanaOffchain: 'Signed under the header of Solana off-chain messages.',
}
const signedAnswer = z.object({
  data: z.object({
    ...{ address: z.string(), signature: z.string() },
    ...{ digest: z.string().nullable(), signedBytes: z.string().nullable() },
  }),
})

/** The message as people read it before they sign it, and the signature. */
export function SignMessageForm({ wallet }: { wallet: WalletView }) {
  const { token } = useToken()
  const [answer, setAnswer] = useState<{ reply: Answer; at: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isEvm = wallet.chainType === 'EVM'
  const { control, handleSubmit, formState } = useForm<MessageValues>({
    defaultValues: { kind: isEvm ? 'text' : 'solanaOffchain', message: '' },
  })
  const { kind = 'text', message = '' } = useWatch({ control })
  const written = messageBodyOf(wallet.addressIndex, { kind, message })

  async function sign(values: MessageValues) {
    const request = messageBodyOf(wallet.addressIndex, values)
    if ('problem' in request) return
    setProblem(null)
    try {
      const values = { [KEY_HEADER.name]: uuid() }
      const body = JSON.stringify(request.body)
      const reply = await sendCall({ operation: OPERATION, values, body, token: token?.value ?? null })
      setAnswer({ reply, at: performance.now() })
    } catch {
      setAnswer(null)
      setProblem('The server did not respond. Send it again: the same message gives the same signature.')
    }
  }

  const signed = answer && answer.reply.status === 200 ? readSigned(answer.reply.body) : null
  return (
    <div className="space-y-5">
      <TokenForm />
      <form className="space-y-4" onSubmit={handleSubmit(sign)}>
        {isEvm ? <SelectField control={control} name="kind" label="Kind" options={KINDS} /> : null}
        <FormField
          control={control}
          name="message"
          label="Message"
          hint={HINTS[kind]}
          rules={{ validate: () => ('problem' in written ? written.problem : true) }}
        >
          {(field) => <Textarea {...field} rows={kind === 'typedData' ? 10 : 4} spellCheck={false} />}
        </FormField>
        {'preview' in written ? (
          <Card title="You sign">
            <KeyValueList
              items={written.preview.map(({ label, value }) => ({
                label,
                value: <span className="whitespace-pre-wrap break-all font-mono text-[0.8125rem]">{value}</span>,
              }))}
            />
          </Card>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          pending={formState.isSubmitting}
          disabledReason={token ? null : 'Enter a key first'}
        >
          Sign message
        </Button>
      </form>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {answer ? (
        <div key={answer.at} ref={intoView}>
          {signed ? <SignedMessage signed={signed} /> : <CallAnswer answer={answer.reply} />}
        </div>
      ) : null}
    </div>
  )
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
}

function readSigned(body: string): SignatureResult | null {
  try {
    return signedAnswer.safeParse(JSON.parse(body)).data?.data ?? null
  } catch {
    return null
  }
}
