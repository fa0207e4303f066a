'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormDialog } from '@/components/form/form-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/schemas/tokens/contract'
import { chainTypeOf } from './chain-type-of'
import { readWalletFile, type WalletFile } from './read-wallet-file'

const MAX_SHOWN = 100

/** A file with a line for each wallet, judged before anything is sent. */
export function ImportWalletsForm(props: DialogState & { projectId: string; token: TokenView }) {
  const { projectId, token, open, onOpenChange } = props
  const { id: tokenId, tokenAdmin } = token
  const trpc = useTRPC()
  const client = useQueryClient()
  const inputId = useId()
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
      <div className="space-y-1.5">
        <label htmlFor={inputId} className="block font-medium text-[0.8125rem]">
          File
        </label>
        <input
          id={inputId}
          type="file"
          accept=".csv,text/csv"
          className="block w-full text-sm file:mr-3 file:h-9 file:cursor-pointer file:rounded-md file:border file:border-border file:bg-surface file:px-3 file:font-medium file:text-foreground"
          // Choosing the same file again, corrected meanwhile, counts as a new file.
          onClick={(event) => {
            event.currentTarget.value = ''
            setFile(null)
          }}
          onChange={async (event) => {
            const [chosen] = event.target.files ?? []
            setFile(chosen ? readWalletFile(await chosen.text(), { tokenAdmin, chainType: chainTypeOf(token) }) : null)
          }}
        />
      </div>
      {file?.problem ? <Alert tone="danger">{file.problem}</Alert> : null}
      {file && !file.problem ? <Report good={good.length} bad={bad} /> : null}
    </FormDialog>
  )
}

function submitLabel(count: number): string {
  if (count === 0) return 'Register wallets'
  return count === 1 ? 'Register 1 wallet' : `Register ${count} wallets`
}

function Report({ good, bad }: { good: number; bad: WalletFile['lines'] }) {
  return (
    <div className="space-y-3" aria-live="polite">
      <Alert tone={bad.length === 0 ? 'success' : 'warning'}>
        {good} {good === 1 ? 'line is' : 'lines are'} valid
        {bad.length === 0 ? '.' : `; ${bad.length} ${bad.length === 1 ? 'is' : 'are'} skipped.`}
      </Alert>
      {bad.length === 0 ? null : (
        <ul className="max-h-56 divide-y overflow-y-auto rounded-md border text-[0.8125rem]" aria-label="Skipped lines">
          {bad.slice(0, MAX_SHOWN).map(({ line, address, problem }) => (
            <li key={line} className="flex flex-wrap gap-x-3 px-3 py-2">
              <span className="tabular font-medium">Line {line}</span>
              <span>{problem}</span>
              <span className="w-full break-all font-mono text-muted-foreground">{address}</span>
            </li>
          ))}
          {bad.length > MAX_SHOWN ? <li className="px-3 py-2">And {bad.length - MAX_SHOWN} more</li> : null}
        </ul>
      )}
    </div>
  )
}
