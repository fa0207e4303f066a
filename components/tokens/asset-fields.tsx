'use client'

import type { Control } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { NETWORK_CODES } from '@/server/indexer/words'
import { ASSET_CLASSES, TOKEN_TYPES } from '@/server/tokens/words'
import type { IssueValues } from './issue-values'
import { CLASS_NAMES, TYPE_NAMES } from './token-looks'

/** What the token stands for, and where it lives. */
export function AssetFields({ control }: { control: Control<IssueValues> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="ticker"
        label="Ticker"
        autoComplete="off"
        placeholder="ACME28"
        maxLength={12}
      />
      <TextField control={control} name="name" label="Name" autoComplete="off" placeholder="Acme 12.5% 2028" />
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
        inputMode="decimal"
        autoComplete="off"
        placeholder="100"
        hint="Of one token, in fiat."
      />
      <TextField
        control={control}
        name="decimals"
        label="Decimals"
        inputMode="numeric"
        autoComplete="off"
        hint="How far one token can be divided."
      />
      <SelectField
        control={control}
        name="chain"
        label="Chain"
        options={NETWORK_CODES.map((value) => ({ value, label: value }))}
        hint="A project limited to testnets means its testnet."
      />
      <AddressField
        control={control}
        name="tokenAdmin"
        label="tokenAdmin"
        optional
        hint="The wallet of yours that runs it. Empty: your first active one."
      />
    </div>
  )
}
