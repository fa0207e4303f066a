import type { ReactNode } from 'react'
import { Logo } from '@/components/ui/logo'
import { ThemeToggle } from '@/components/ui/theme-toggle'

type AuthLayoutProps = { title: ReactNode; description?: ReactNode; footer?: ReactNode; children: ReactNode }

/** The frame of sign-in and its neighbours: one card in the middle. */
export function AuthLayout({ title, description, footer, children }: AuthLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="hull flex h-16 items-center justify-between bg-surface px-4 text-foreground sm:px-6">
        <Logo />
        <ThemeToggle />
      </header>
      <div aria-hidden className="waterline hull relative -mt-2 h-2" />
      <main className="flex flex-1 flex-col items-center justify-center px-4 pb-24">
        <div className="w-full max-w-sm plate p-6 shadow-popup sm:p-8">
          <h1 className="font-semibold text-2xl tracking-[-0.025em]">{title}</h1>
          {description ? <p className="mt-1 text-muted-foreground">{description}</p> : null}
          <div className="mt-6">{children}</div>
        </div>
        {footer ? (
          <div className="mt-6 max-w-sm text-center text-[0.8125rem] text-muted-foreground">{footer}</div>
        ) : null}
      </main>
    </div>
  )
}
