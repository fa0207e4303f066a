'use client'

import type { Control } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { ASSET_CLASSES, TOKEN_TYPES } from '@/server/tokens/words'
import type { IssueForm } from './issue-form'
import type { IssueChain } from './to-issue-chains'
import { CLASS_NAMES, TYPE_NAMES } from './token-looks'

type AssetFieldsProps = { control: Control<IssueForm>; chains: readonly IssueChain[] }

/** What the token stands for, and where it lives. */
export function IssueAssetFields({ control, chains }: AssetFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <TextField control={control} name="ticker" label="Ticker" autoComplete="off" mono placeholder="ACME28" />
        <TextField control={control} name="name" label="Name" autoComplete="off" placeholder="Acme 12.5% 2028" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="assetClass"
          label="Class"
          options={ASSET_CLASSES.map((value) => ({ value, label: CLASS_NAMES[value] }))}
        />
        <SelectField
          control={control}
          name="tokenType"
          label="Type"
          options={TOKEN_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))}
        />
        <TextField
          control={control}
          name="price"
          label="Issue price"
          unit="a token, in fiat"
          hint="Of one token, in fiat."
          inputMode="decimal"
          autoComplete="off"
        />
        <SelectField
          control={control}
          name="chainId"
          label="Chain"
          placeholder="Choose a chain"
          options={chains.map(({ chainId, name }) => ({ value: String(chainId), label: name }))}
        />
        <TextField
          control={control}
          name="decimals"
          label="Decimals"
          hint="0: only whole tokens."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <AddressField
        control={control}
        name="tokenAdmin"
        label="tokenAdmin"
        optional
        chainType="EVM"
        hint="The wallet of yours that runs the token. Empty: your first active one."
      />
    </>
  )
}
