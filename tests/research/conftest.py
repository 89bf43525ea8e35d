"""What OpenSpiel brings along must not touch what tests of logs look at."""

import sys

from absl import logging

# absl keeps the stream that it finds when it is imported, pytest's here, and closes it as soon as
# anybody sets up logging anew; those of the process itself it leaves alone.
logging.get_absl_handler().python_handler.stream = sys.__stderr__
