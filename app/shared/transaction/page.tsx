import type { Metadata } from 'next'
import { DataProvider } from '@/components/data-provider'
import { SharedTransaction } from '@/components/transactions/shared-transaction'
import { Logo } from '@/components/ui/logo'
import { ThemeToggle } from '@/components/ui/theme-toggle'

export const metadata: Metadata = { title: 'Shared transaction', referrer: 'no-referrer', robots: 'noindex' }

export default function SharedTransactionPage() {
  return (
    <div className="min-h-dvh">
      <header className="flex h-16 items-center justify-between px-4 sm:px-6">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="mx-auto max-w-4xl space-y-4 px-4 pt-4 pb-24 sm:px-6 sm:pt-8">
        <h1 className="font-semibold text-xl tracking-tight">Transaction</h1>
        <DataProvider>
          <SharedTransaction />
        </DataProvider>
      </main>
    </div>
  )
}
