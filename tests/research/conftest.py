"""Keep OpenSpiel's imports away from what tests of logs check."""

import sys

from absl import logging

# absl keeps the stream that it finds when it is imported, pytest's here, and closes it as soon as
# logging is set up anew; those of the process itself it leaves alone.
logging.get_absl_handler().python_handler.stream = sys.__stderr__
