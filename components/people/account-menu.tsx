'use client'

import { MonitorSmartphone } from 'lucide-react'
import { AppLink } from '@/components/layout/app-link'
import { UserMenu } from '@/components/layout/user-menu'
import { paths } from '@/components/paths'
import { MenuItem } from '@/components/ui/menu-item'
import { signOut } from './auth-calls'

type AccountMenuProps = { name: string; email: string; role: string }

/** Who is signed in, their sessions, and the way out. */
export function AccountMenu(props: AccountMenuProps) {
  async function leave() {
    await signOut()
    window.location.assign(paths.signIn)
  }
  return (
    <UserMenu {...props} onSignOut={() => void leave()}>
      <MenuItem icon={<MonitorSmartphone aria-hidden />} link={<AppLink href={paths.sessions} />}>
        Sessions and password
      </MenuItem>
    </UserMenu>
  )
}
