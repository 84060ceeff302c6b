export declare function linkInstalled(root: string, folder: string): void;
