import { followedTests } from '../agents/followedTests.ts';

followedTests('codex');
