/** The name of the shortcut modifier key on this keyboard. */
export const MOD = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'
