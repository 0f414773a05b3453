import { useEffect, useState } from 'react'
import { ROLES, type Role } from '../../../contracts/roles.ts'
import type { PairingOffer } from '../../../contracts/views/access-view.ts'
import { callHost } from '../../app/live.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { INPUT } from '../../ui/Field.tsx'
import { Waiting } from '../connection/Waiting.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { CopyText } from '../settings/remote/CopyText.tsx'
import { Devices } from '../settings/remote/Devices.tsx'
import { useSettings } from '../settings/settings-store.ts'
import { useMay } from './in-fleet.ts'

const LOOK_MS = 5000

/** Who has access to the fleet, and what each may do. */
export function PeopleSection() {
  const { fleet } = useMessages()
  const access = useSettings((state) => state.access)
  const isAdmin = useMay('admin')
  useEffect(() => {
    void useSettings.getState().loadAccess()
    const looking = setInterval(() => void useSettings.getState().loadAccess(), LOOK_MS)
    return () => clearInterval(looking)
  }, [])
  if (access === null) return <Waiting className="" />
  const role = access.self.kind === 'device' ? (access.self.role ?? 'viewer') : 'viewer'
  return (
    <>
      <p className="mb-4 text-muted">{fleet.yourRole(fleet.roles[role])}</p>
      {isAdmin ? <InviteForm /> : null}
      <Devices access={access} />
    </>
  )
}

function InviteForm() {
  const { fleet } = useMessages()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const [offer, setOffer] = useState<PairingOffer | null>(null)
  const invite = async (): Promise<void> => {
    const reply = await callHost('pair', { name: name.trim(), role })
    if (reply.ok) setOffer(reply.value)
    else showRefusal(reply.error)
  }
  return (
    <form
      className="mb-6 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void invite()
      }}
    >
      <label className="flex flex-col gap-1">
        {fleet.personName}
        <input
          className={`${INPUT} h-8 max-md:h-11`}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className="flex flex-col gap-1">
        {fleet.role}
        <select
          className="h-8 rounded-md border border-line-strong bg-surface px-2 max-md:h-11"
          value={role}
          onChange={(event) => {
            const chosen = ROLES.find((one) => one === event.target.value)
            if (chosen !== undefined) setRole(chosen)
          }}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {fleet.roles[one]}
            </option>
          ))}
        </select>
      </label>
      <Button kind="primary" type="submit" disabled={name.trim() === ''}>
        {fleet.invite}
      </Button>
      {offer === null ? null : (
        <div className="flex basis-full flex-col gap-1" data-testid="invitation">
          <span className="text-muted">{fleet.invited}</span>
          <CopyText text={`${location.origin}/pair?code=${offer.code}`} />
        </div>
      )}
    </form>
  )
}
