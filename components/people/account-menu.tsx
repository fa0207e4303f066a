'use client'

import { MonitorSmartphone } from 'lucide-react'
import { AppLink } from '@/components/layout/app-link'
import { UserMenu } from '@/components/layout/user-menu'
import { paths } from '@/components/paths'
import { signOut } from './auth-calls'

type AccountMenuProps = { name: string; email: string; role: string }

/** The signed-in person, their sessions, and the button to sign out. */
export function AccountMenu(props: AccountMenuProps) {
  async function leave() {
    await signOut()
    window.location.assign(paths.signIn)
  }
  return (
    <UserMenu
      {...props}
      onSignOut={() => void leave()}
      items={[
        {
          key: 'sessions',
          label: 'Sign-in and security',
          icon: <MonitorSmartphone aria-hidden />,
          link: <AppLink href={paths.sessions} />,
        },
      ]}
    />
  )
}
