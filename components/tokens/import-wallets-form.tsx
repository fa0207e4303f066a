'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CsvField } from '@/components/csv/csv-field'
import { LineReport } from '@/components/csv/line-report'
import { FormDialog } from '@/components/form/form-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/schemas/tokens/contract'
import { chainTypeOf } from './chain-type-of'
import { readWalletFile, type WalletFile } from './read-wallet-file'

/** A file with a line for each wallet, judged before anything is sent. */
export function ImportWalletsForm(props: DialogState & { projectId: string; token: TokenView }) {
  const { projectId, token, open, onOpenChange } = props
  const { id: tokenId, tokenAdmin } = token
  const trpc = useTRPC()
  const client = useQueryClient()
  const [file, setFile] = useState<WalletFile | null>(null)
  const register = useServerMutation(trpc.tokens.registerWallets, {
    onSuccess: async () => {
      toast.success('Registering wallets. See the operation for each result')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const good = file?.lines.filter(({ problem }) => problem === null) ?? []
  const bad = file?.lines.filter(({ problem }) => problem !== null) ?? []
  const submit = () =>
    register.mutate({
      projectId,
      tokenId,
      lines: good.map(({ address, investorId, label, country }) => ({
        address,
        investorId,
        label: label || undefined,
        country: country || undefined,
      })),
    })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Import wallets"
      description="A CSV file with a header line. The columns address and investorId are required; label and country are optional."
      submitLabel={submitLabel(good.length)}
      mutation={register}
      disabledReason={good.length === 0 && 'Choose a file with at least one valid line'}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <CsvField
        onText={(text) =>
          setFile(text === null ? null : readWalletFile(text, { tokenAdmin, chainType: chainTypeOf(token) }))
        }
      />
      {file?.problem ? <Alert tone="danger">{file.problem}</Alert> : null}
      {file && !file.problem ? (
        <LineReport good={good.length} bad={bad.map((one) => ({ ...one, shown: one.address }))} label="skipped" />
      ) : null}
    </FormDialog>
  )
}

function submitLabel(count: number): string {
  if (count === 0) return 'Register wallets'
  return count === 1 ? 'Register 1 wallet' : `Register ${count} wallets`
}
