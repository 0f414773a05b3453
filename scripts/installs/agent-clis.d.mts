export declare function cliPath(name: string): string
export declare function installCli(name: string): Promise<string | null>
