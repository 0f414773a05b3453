export const shortened = (name: string): string =>
  name.length > 120 ? `${name.slice(0, 120)}…` : name
