import { followedTests } from '../agents/followedTests.ts';

followedTests('claude-code');
