export declare function secondNode(): { version: string; program?: string; none?: string };
export declare function secondNodeOf(version: string): { version: string; program?: string; none?: string };
