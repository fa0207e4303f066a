import { actionsColumn } from '@/components/table/columns'
import type { TableColumn } from '@/components/table/table-column'
import { Button } from '@/components/ui/button'
import type { AccountSum } from '@/schemas/ledger/contract'
import { SignedAmount } from './signed-amount'

/** `onShow`: opens the journals of an account of the platform. */
export function accountColumns(
  onShow: (account: { currency: string; kind: string }) => void,
): readonly TableColumn<AccountSum>[] {
  return [
    {
      id: 'currency',
      header: 'Currency',
      hideBelow: 'sm',
      cell: (row) => <span className="break-all">{row.currencyName}</span>,
    },
    {
      id: 'kind',
      header: 'Account',
      cell: (row) => (
        <span className="block py-1">
          <span className="block font-medium font-mono">{row.kind}</span>
          <span className="block break-all text-[0.8125rem] text-muted-foreground list-sm:hidden">
            {row.currencyName}
          </span>
        </span>
      ),
    },
    {
      id: 'owner',
      header: 'Owner',
      hideBelow: 'sm',
      cell: ({ isPlatform, accounts }) => {
        if (isPlatform) return 'the platform'
        return accounts === 1 ? '1 business' : `${accounts} businesses`
      },
    },
    { id: 'balance', header: 'Balance', align: 'end', cell: (row) => <SignedAmount value={row.balance} /> },
    actionsColumn((row) =>
      row.isPlatform ? (
        <Button size="sm" aria-label={`Entries of ${row.kind} in ${row.currencyName}`} onClick={() => onShow(row)}>
          Entries
        </Button>
      ) : null,
    ),
  ]
}
