"""`python -m branchline` is the `branchline` command."""

import sys

from branchline.cli import main

sys.exit(main())
