'use client'

import type { Control } from 'react-hook-form'
import { AmountField } from '@/components/form/amount-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import type { ChainFacts } from '@/schemas/chains/contract'
import { type ChainValues, finalityOptions } from './setting-values'

const POLICIES = [
  { value: 'sponsored', label: 'Sponsored', hint: 'The platform pays' },
  { value: 'debited', label: 'Debited', hint: 'The balance of the business pays' },
]
const L1_FEES = [
  { value: 'none', label: 'None' },
  { value: 'op-stack', label: 'OP stack' },
]

type SettingFieldsProps = {
  control: Control<ChainValues>
  chainType: 'EVM' | 'SOLANA'
  /** The facts that the chain reported; null if it was not queried. */
  facts: ChainFacts | null
  finality: ChainValues['finality']
}

/** The fields for the settings of a chain. */
export function SettingFields({ control, chainType, facts, finality }: SettingFieldsProps) {
  const isEvm = chainType === 'EVM'
  const baseFee = facts?.baseFee ?? null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField control={control} name="name" label="Name" maxLength={60} autoComplete="off" />
      <TextField control={control} name="explorerUrl" label="Explorer" autoComplete="off" />
      <TextField
        control={control}
        name="confirmations"
        label="Confirmations"
        inputMode="numeric"
        hint={
          finality === 'depth' ? 'Blocks until an outcome is final.' : 'For display only. The finality tag decides.'
        }
      />
      <SelectField control={control} name="finality" label="Finality" options={finalityOptions(facts, finality)} />
      <SelectField control={control} name="gasPolicy" label="Gas policy" options={POLICIES} />
      <AmountField
        control={control}
        name="feeCap"
        label="Fee cap"
        unit={isEvm ? 'gwei' : 'µlamports'}
        hint={isEvm ? baseFee && `Base fee now: ${baseFee} gwei.` : 'Per compute unit; 0 is the default.'}
      />
      <TextField
        control={control}
        name="blockTimeMs"
        label="Block time (ms)"
        inputMode="numeric"
        hint={facts?.blockTimeMs == null ? undefined : `Measured: ${facts.blockTimeMs} ms.`}
      />
      <TextField
        control={control}
        name="bumpAfterBlocks"
        label="Replace after blocks"
        inputMode="numeric"
        hint="An unmined transaction is then sent with a higher fee."
      />
      <TextField
        control={control}
        name="laneWindow"
        label="Unmined per wallet"
        inputMode="numeric"
        hint="Maximum number at once."
      />
      {isEvm ? (
        <SelectField
          control={control}
          name="l1Fee"
          label="Layer 1 fee"
          options={L1_FEES}
          hint="Held in addition to gas."
        />
      ) : null}
    </div>
  )
}
